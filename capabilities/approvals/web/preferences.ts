import { flag, numberBetween, oneOf, preference } from '@drydock/web-kit'

/** spec/3 §2. */
export const statuses = ['pending', 'approved', 'rejected', 'expired'] as const
export type Status = (typeof statuses)[number]

/** spec: approvals auto refresh */
export const leastInterval = 1000
export const intervalStep = 500
const initialInterval = 5000
/** An hour; a longer one is no refresh. */
export const mostInterval = 3_600_000

export const statusPreference = preference<Status>('approvals_status', 'Approvals: status shown', 'pending', oneOf(...statuses))
export const autoRefreshPreference = preference('approvals_auto_refresh', 'Approvals: refresh by itself', true, flag)
export const intervalPreference = preference('approvals_interval_ms', 'Approvals: refresh every (ms)', initialInterval, numberBetween(leastInterval, mostInterval))
