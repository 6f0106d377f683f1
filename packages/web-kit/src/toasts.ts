import { hostDocument } from '@drydock/ui/host.ts'
import { create } from 'zustand'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'

export interface Toast {
	id: number
	kind: ToastKind
	message: string
	ttlMs: number
	/** One thing that can be done about it. */
	action?: { label: string; run(): void }
	/** Epoch milliseconds. */
	at: number
}

/** spec: toast time to live */
const defaultTtlMs = 3000
const leastTtlMs = 1000
/** More at once hide the workspace. */
const mostShown = 5

/** What was told can be read again; older ones are of no use. */
const mostKept = 100

interface Toasts {
	/** Shown now, each in the window in which the person was. */
	toasts: readonly (Toast & { page: Document })[]
	/** Everything told since the page was loaded, newest first. */
	history: readonly Toast[]
	/** Told since the history was last looked at. */
	unread: number
}

export const useToasts = create<Toasts>(() => ({ toasts: [], history: [], unread: 0 }))

let lastId = 0

/** Tells something at top right; it goes away by itself or on a click. */
export function toast({ kind = 'info', message, ttlMs = defaultTtlMs, action }: { kind?: ToastKind; message: string; ttlMs?: number; action?: Toast['action'] }): void {
	const id = ++lastId
	const shown: Toast = { id, kind, message, ttlMs: Math.max(ttlMs, leastTtlMs), action, at: Date.now() }
	useToasts.setState(({ toasts, history, unread }) => ({ toasts: [...toasts, { ...shown, page: hostDocument() }].slice(-mostShown), history: [shown, ...history].slice(0, mostKept), unread: unread + 1 }))
	setTimeout(() => dismissToast(id), shown.ttlMs)
}

export function dismissToast(id: number): void {
	useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

export function markToastsRead(): void {
	useToasts.setState({ unread: 0 })
}

export function forgetToasts(): void {
	useToasts.setState({ history: [], unread: 0 })
}
