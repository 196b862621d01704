import type { AnyBuildOptions } from './build-options.ts';
import type { Finish } from './finish.ts';
import type { RecordReader } from './identity-map.ts';
import type { LinkageReader } from './linkage.ts';
import type { View } from './resource-plan.ts';

/** How the resource objects of one document are made. */
export interface Rendering
  extends LinkageReader,
    Pick<AnyBuildOptions, 'isServed' | 'isReadable' | 'urls' | 'resources'> {
  readonly view: View;
  readonly reader: RecordReader;
  readonly finish: Finish;
}
