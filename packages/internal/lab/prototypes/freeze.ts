/** Freezes the built-in prototypes and constructors. Must be loaded first. Assignments to their members then fail. */
import { builtIns } from './built-ins.ts';

for (const [name, object] of builtIns()) {
  // Node sets `Error.stackTraceLimit` while it loads modules and reports errors.
  if (name !== 'Error') Object.freeze(object);
}
