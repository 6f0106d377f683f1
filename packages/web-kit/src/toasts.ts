import { create } from 'zustand'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'

export interface Toast {
	id: number
	kind: ToastKind
	message: string
	ttlMs: number
	/** One thing that can be done about it. */
	action?: { label: string; run(): void }
}

/** spec: toast time to live */
const defaultTtlMs = 3000
const leastTtlMs = 1000
/** More at once hide the workspace. */
const mostShown = 5

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0

/** Tells something at top right; it goes away by itself or on a click. */
export function toast({ kind = 'info', message, ttlMs = defaultTtlMs, action }: { kind?: ToastKind; message: string; ttlMs?: number; action?: Toast['action'] }): void {
	const id = ++lastId
	const shown: Toast = { id, kind, message, ttlMs: Math.max(ttlMs, leastTtlMs), action }
	useToasts.setState(({ toasts }) => ({ toasts: [...toasts, shown].slice(-mostShown) }))
	setTimeout(() => dismissToast(id), shown.ttlMs)
}

export function dismissToast(id: number): void {
	useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}
