/** For authors of adapters: helpers between a framework and `server.handle`. */
export { logFailure, mergeVary } from '@linkage/core/internal';
export { handleNow } from './pipeline/handle-now.ts';
export { connectionOf } from './adapter/connection-of.ts';
export { assertMountable, respondOutside, stripPrefix } from './adapter/mount.ts';
export { textOfParsed } from './adapter/parsed-body.ts';
export { bodyHeaders } from './adapter/body-headers.ts';
export { readBounded } from './adapter/read-bounded.ts';
export { type BodyStream, readStream } from './adapter/read-stream.ts';
export { respondToError } from './adapter/respond-to-error.ts';
