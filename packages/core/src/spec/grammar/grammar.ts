import type { Shape } from './node-kinds.ts';
import type { Visit } from './visitors.ts';

/** The visitors of one kind, each with the index of its rule. */
export interface VisitList {
  readonly visits: readonly Visit[];
  readonly rules: readonly number[];
}

/** The role of a member and the node kind of its value. */
export interface Step {
  /**
   * Whether the node kind defines the member. `IGNORED_STEP`: an at-member or a member of an extension. `undefined`: any
   * other member.
   */
  readonly role: 'defined' | 'overlooked' | 'undefined';
  /** Undefined if the walk does not enter the value. */
  readonly kind: GrammarNodeKind | undefined;
  /** The shape of a leaf. Rules do not visit its strings, or other values that are neither objects nor arrays. */
  readonly leaf: Shape | undefined;
  /** One bit for each group of required members that contains the member. */
  readonly meets: number;
}

/** A node kind with resolved visitors and members, ready for a walk. */
export interface GrammarNodeKind {
  readonly name: string;
  readonly shape: Shape;
  readonly visit: VisitList;
  readonly missingMember: VisitList;
  readonly wrongShape: VisitList;
  readonly unknownMember: VisitList;
  readonly leaf: Shape | undefined;
  readonly members: ReadonlyMap<string, Step>;
  /** The bits of all groups of required members. */
  readonly needs: number;
  readonly others: Step;
  readonly names: 'fields' | 'any' | undefined;
  readonly element: GrammarNodeKind | undefined;
  /** Whether the node kind can occur below itself. */
  readonly recursive: boolean;
  /**
   * The members of the previous object by position, and their steps: most objects of one node kind have the same members.
   */
  readonly lastNames: string[];
  readonly lastSteps: Step[];
}

/** The node kinds of a document with all their visitors. Created once for a set of rules. */
export interface Grammar {
  readonly root: GrammarNodeKind;
  isExtensionMember(name: string): boolean;
}
