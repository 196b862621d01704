export { type FetchHandlerOptions, toFetchHandler } from './to-fetch-handler.ts';
