import { sql } from 'kysely'

/** The order in which rows were added (SQLite's rowid): it tells apart what came within one millisecond. */
export const addedOrder = sql<number>`rowid`
