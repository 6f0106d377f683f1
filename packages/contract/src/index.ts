export { call, file, socket, stream, isEndpoint, fieldsOf } from './endpoint.ts'
export type {
	AnyCall, AnyEndpoint, AnyFile, AnySocket, AnyStream, Call, Endpoint, EventOf, FileCall, InputOf, Method, ReceivedOf, ReplyOf, Scope, Sequenced, Socket, Stream,
} from './endpoint.ts'
export { runnerNames, type RunnerName } from './runners.ts'
export { is } from './schema.ts'
export type { Defaulted, Fields, Passed, Received, Schema, Static } from './schema.ts'
export { DrydockError, faultBody, faultFrom } from './fault.ts'
export type { Fault, FaultBody } from './fault.ts'
export { currentSession, endSession, renewMessage, renewSession, startSession, takeTicket } from './session.ts'
export { finalStatuses, isTaskEvent, liveStatuses, PlanItem, taskEvents } from './task-events.ts'
export type { FinalStatus, TaskEvent, TaskEventData, TaskEventType, TaskStatus } from './task-events.ts'
