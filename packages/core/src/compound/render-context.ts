import type { Finish } from '../internal/finish.ts';
import type { ResourceUrls } from '../url/resource-urls.ts';
import type { RecordReader } from './identity-map.ts';
import type { LinkageReader } from './linkage.ts';
import type { AnyResourceMembers } from './resource-members.ts';
import type { DocumentPlan, ResourcePlan } from './resource-plan.ts';
import type { Traversal } from './traversal.ts';

/** How to create the resource objects of one document. */
export interface RenderContext extends LinkageReader {
  readonly isServed: ((type: string) => boolean) | undefined;
  readonly isReadable: ((type: string) => boolean) | undefined;
  readonly urls: Partial<ResourceUrls> | undefined;
  readonly resources: Readonly<Record<string, AnyResourceMembers | undefined>> | undefined;
  readonly documentPlan: DocumentPlan;
  readonly reader: RecordReader;
  readonly finish: Finish;
}

/** Creates the resource object of a record, or its text. A traversal adds its related resources to the map. */
export type RenderResource<Rendered> = (
  context: RenderContext,
  plan: ResourcePlan,
  id: string,
  record: object,
  others: Set<object> | undefined,
  traversal?: Traversal,
) => Rendered;
