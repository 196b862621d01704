import type { AnyBuildOptions } from './build-options.ts';
import type { Finish } from './finish.ts';
import type { RecordReader } from './identity-map.ts';
import type { LinkageReader } from './linkage.ts';
import type { ResourcePlan, View } from './resource-plan.ts';
import type { Visit } from './visit.ts';

/** How the resource objects of one document are made. */
export interface Rendering
  extends LinkageReader,
    Pick<AnyBuildOptions, 'isServed' | 'isReadable' | 'urls' | 'resources'> {
  readonly view: View;
  readonly reader: RecordReader;
  readonly finish: Finish;
}

/** Makes the resource object of a record, or its text. A visit takes what it relates to. */
export type RenderResource<Rendered> = (
  rendering: Rendering,
  plan: ResourcePlan,
  id: string,
  record: object,
  others: Set<object> | undefined,
  visit?: Visit,
) => Rendered;
