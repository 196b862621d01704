import type { Shape } from './document-places.ts';
import type { Visit } from './visitors.ts';

/** The visitors of one occasion, each with the number of its rule. */
export interface VisitList {
  readonly visits: readonly Visit[];
  readonly rules: readonly number[];
}

/** Where a member leads. */
export interface Step {
  /** Whether the member is one of the place, not an at-member, one of an extension or one that nobody defined. */
  readonly role: 'defined' | 'overlooked' | 'undefined';
  /** Undefined when the walk does not enter the value. */
  readonly place: GrammarPlace | undefined;
  /** The shape of a leaf: nobody looks at its strings, or at its values that are neither objects nor arrays. */
  readonly leaf: Shape | undefined;
  /** One bit for each group of needed members that it is in. */
  readonly meets: number;
}

/** A place with its visitors looked up and its members resolved: what a walk runs on. */
export interface GrammarPlace {
  readonly name: string;
  readonly shape: Shape;
  readonly visit: VisitList;
  readonly incomplete: VisitList;
  readonly misshapen: VisitList;
  readonly undefinedMember: VisitList;
  readonly leaf: Shape | undefined;
  readonly members: ReadonlyMap<string, Step>;
  /** The bits of all groups of needed members. */
  readonly needs: number;
  readonly others: Step;
  readonly names: 'fields' | 'any' | undefined;
  readonly element: GrammarPlace | undefined;
  /** Whether the place can stand below itself. */
  readonly recursive: boolean;
  /** The members of the object before by position, and where they led: objects of one place mostly have the same. */
  readonly lastNames: string[];
  readonly lastSteps: Step[];
}

/** The places of a document with everything that looks at them, made once for a set of rules. */
export interface Grammar {
  readonly root: GrammarPlace;
  isExtensionMember(name: string): boolean;
}
