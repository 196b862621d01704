export { createShutdown, type Shutdown, type ShutdownOptions } from './create-shutdown.ts';
export type { NodeFramework, NodeNext, NodeRequest, NodeResponse } from './framework-types.ts';
export { type ErrorHandlerOptions, type NodeErrorHandler, toErrorHandler } from './to-error-handler.ts';
export { type NodeHandler, type NodeHandlerOptions, toNodeHandler } from './to-node-handler.ts';
