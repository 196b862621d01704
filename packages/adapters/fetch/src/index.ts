export {
  type FetchHandler,
  type FetchHandlerOptions,
  type FetchFramework,
  toFetchHandler,
} from './to-fetch-handler.ts';
