import type { DocumentNode } from './node.ts';
import type { ResourceIndex } from './resource-index.ts';

/**
 * The role in which a document is validated. `relationship` is a response about a relationship, `update-relationship` a
 * request.
 */
export type DocumentRole = 'response' | 'create' | 'update' | 'relationship' | 'update-relationship';

/** The information that visitors can read during a walk. */
export interface VisitContext {
  /** The role in which the document is validated; undefined for any document. */
  readonly as: DocumentRole | undefined;
  /** Whether the client requested sparse fieldsets. */
  readonly sparseFieldsets: boolean;
  /** The API of the document; undefined without one. */
  readonly api: unknown;
  /** The URIs of the applied extensions and profiles. */
  readonly applied: readonly string[];
  /** The resource objects of the primary data and of `included`; complete when the walk ends. */
  readonly resources: ResourceIndex;
  /** Whether one of these rules has reported an issue so far. */
  hasReported(...rules: readonly string[]): boolean;
  /** Whether an object contains a member of an applied extension. */
  hasExtensionMember(node: DocumentNode<unknown>): boolean;
  /** Returns the state of the current rule in this walk. Calls `create` the first time. */
  memory<Kept>(create: () => Kept): Kept;
  /**
   * Returns a "Did you mean" sentence with a leading space, or an empty string if no name is close. A document gets at most
   * 20 suggestions.
   */
  suggest(name: string, names: Iterable<string>, quote?: '`' | '"'): string;
  /** Reports that a node, or a value below it, violates the current rule. */
  report(message: string, node: DocumentNode<unknown>, ...below: readonly (string | number)[]): void;
}

/** Checks one node. Declared as a method, so that each visitor can narrow the type of the value. */
export type Visit = { visit(node: DocumentNode<unknown>, context: VisitContext): void }['visit'];

/** The functions to call during a walk, by the name of the node kind. */
export interface Visitors {
  /** Called with each node whose value has the shape of the node kind. */
  readonly visit?: Readonly<Record<string, Visit>>;
  /** Called with each object that lacks a required member. */
  readonly missingMember?: Readonly<Record<string, Visit>>;
  /**
   * Called with each node whose value does not have the shape of the node kind, for example a string instead of an object.
   */
  readonly wrongShape?: Readonly<Record<string, Visit>>;
  /** Called with each undefined member of an object. The parent of the node is the object. */
  readonly unknownMember?: Readonly<Record<string, Visit>>;
  /** Called with the root after the whole document was walked. */
  readonly finish?: Visit;
}
