import type { ResourceUrls } from '../../schema/url/resource-urls.ts';
import type { LinkageContext } from './linkage.ts';
import type { ResourceEntry } from './resource-entry.ts';
import type { AnyResourceMembers } from './resource-members.ts';
import type { DocumentPlan, ResourcePlan } from './resource-plan.ts';

/** The settings of one document that its resource objects depend on. */
export interface RenderContext extends LinkageContext {
  /** The application's own functions for URLs. Undefined if the document plan contains the URLs. */
  readonly urls: Partial<ResourceUrls> | undefined;
  /** The functions that add links, meta, and other members to the resource objects of each type. */
  readonly resources: Readonly<Record<string, AnyResourceMembers | undefined>> | undefined;
  readonly documentPlan: DocumentPlan;
}

/**
 * Creates the resource object of a record, or its text. `extraRecords` contains other records of the same resource, and
 * `entry` is the resource if include paths were followed from it.
 */
export type RenderResource<Rendered> = (
  context: RenderContext,
  plan: ResourcePlan,
  id: string,
  record: object,
  extraRecords: Set<object> | undefined,
  entry?: ResourceEntry,
) => Rendered;
