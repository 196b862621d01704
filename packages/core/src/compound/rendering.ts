import type { Finish } from '../internal/finish.ts';
import type { ResourceUrls } from '../url/resource-urls.ts';
import type { RecordReader } from './identity-map.ts';
import type { LinkageReader } from './linkage.ts';
import type { AnyResourceMembers } from './resource-members.ts';
import type { ResourcePlan, View } from './resource-plan.ts';
import type { Visit } from './visit.ts';

/** How to create the resource objects of one document. */
export interface Rendering extends LinkageReader {
  readonly isServed: ((type: string) => boolean) | undefined;
  readonly isReadable: ((type: string) => boolean) | undefined;
  readonly urls: Partial<ResourceUrls> | undefined;
  readonly resources: Readonly<Record<string, AnyResourceMembers | undefined>> | undefined;
  readonly view: View;
  readonly reader: RecordReader;
  readonly finish: Finish;
}

/** Creates the resource object of a record, or its text. A traversal adds its related resources to the map. */
export type RenderResource<Rendered> = (
  rendering: Rendering,
  plan: ResourcePlan,
  id: string,
  record: object,
  others: Set<object> | undefined,
  visit?: Visit,
) => Rendered;
