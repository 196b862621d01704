export { type FetchHandler, type FetchHandlerOptions, type FetchHost, toFetchHandler } from './to-fetch-handler.ts';
