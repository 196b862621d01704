import type { DocumentNode } from './node.ts';
import type { ResourceIndex } from './resource-index.ts';

/** What a document is judged as; `relationship` is a response about a relationship, `update-relationship` a request. */
export type DocumentRole = 'response' | 'create' | 'update' | 'relationship' | 'update-relationship';

/** What a visitor may ask while a document is walked. */
export interface VisitContext {
  /** What the document is judged as; undefined for any document. */
  readonly as: DocumentRole | undefined;
  /** Whether the client asked for sparse fieldsets. */
  readonly sparseFieldsets: boolean;
  /** The API the document belongs to, when the caller gave one. */
  readonly api: unknown;
  /** The URIs of the applied extensions and profiles. */
  readonly applied: readonly string[];
  /** The resource objects of the primary data and of `included`, complete when the walk ends. */
  readonly resources: ResourceIndex;
  /** Whether one of these rules has reported something so far. */
  hasReported(...rules: readonly string[]): boolean;
  /** Whether an object holds a member of an applied extension. */
  hasExtensionMember(node: DocumentNode<unknown>): boolean;
  /** What the rule that is looking keeps during one walk; made when first asked for. */
  memory<Kept>(create: () => Kept): Kept;
  /** Reports that a node, or a value below it, breaks the rule that is looking. */
  report(message: string, node: DocumentNode<unknown>, ...below: readonly (string | number)[]): void;
}

/** Looks at one node. Written as a method, so that each visitor may name the kind of value its place holds. */
export type Visit = { visit(node: DocumentNode<unknown>, context: VisitContext): void }['visit'];

/** What to call during a walk, by the name of the place. */
export interface Visitors {
  /** Called with the nodes of a place whose value has the shape of the place. */
  readonly visit?: Readonly<Record<string, Visit>>;
  /** Called with the objects of a place that may lack a member it needs. */
  readonly incomplete?: Readonly<Record<string, Visit>>;
  /** Called with the nodes of a place that hold something else, for example a string instead of an object. */
  readonly misshapen?: Readonly<Record<string, Visit>>;
  /** Called with the members that nobody defined for the objects of a place; the parent of the node is the object. */
  readonly undefinedMember?: Readonly<Record<string, Visit>>;
  /** Called when the whole document was walked, with its root. */
  readonly finish?: Visit;
}
