export { createShutdown, type Shutdown, type ShutdownOptions } from './create-shutdown.ts';
export type { NodeHost, NodeNext, NodeRequest, NodeResponse } from './host-types.ts';
export { type ErrorHandlerOptions, type NodeErrorHandler, toErrorHandler } from './to-error-handler.ts';
export { type NodeHandler, type NodeHandlerOptions, toNodeHandler } from './to-node-handler.ts';
