import { isJsonPrimitive } from '../../internal/json-value.ts';
import { isObject } from '../../internal/members.ts';
import { isFieldName, isKnownMemberName } from '../member/known-name.ts';
import { isAtMember } from '../member/member-name.ts';
import type { Grammar, GrammarNodeKind, Step, VisitList } from './grammar.ts';
import { hasShape } from './has-shape.ts';
import type { DocumentNode, JsonObject } from './node.ts';
import type { Shape } from './node-kinds.ts';
import { type OwnPropertyView, ownPropertiesOf } from './own-properties.ts';
import type { Visit, VisitContext } from './visitors.ts';

/** The information that the walk needs, besides the information for visitors. */
export interface WalkContext extends VisitContext {
  /** The index of the current rule. */
  rule: number;
  readonly own: OwnPropertyView;
  /** Whether the maximum number of issues is reached. */
  readonly full: boolean;
}

interface WalkNode extends DocumentNode<unknown> {
  readonly kind: GrammarNodeKind;
  readonly parent: WalkNode | null;
}

interface Walk {
  readonly grammar: Grammar;
  readonly context: WalkContext;
  /** Objects of node kinds that can occur below themselves. They are visited later. */
  readonly queue: WalkNode[];
  /** Objects visited in node kinds that can occur below themselves. Only a value that is not JSON contains one twice. */
  readonly seen: Set<unknown>;
}

const REMEMBERED_POSITIONS = 16;
const REMEMBERED_LENGTH = 64;

const IGNORED_STEP: Step = { role: 'overlooked', kind: undefined, leaf: undefined, meets: 0 };

function run(list: VisitList, node: DocumentNode<unknown>, context: WalkContext): void {
  const { visits, rules } = list;
  for (let index = 0; index < visits.length; index++) {
    context.rule = rules[index] as number;
    (visits[index] as Visit)(node, context);
  }
}

/** Visits a value and the values below. Reports a value that does not have the shape of its node kind. */
function enter(walk: Walk, value: unknown, kind: GrammarNodeKind, parent: WalkNode | null, key: string | number): void {
  if (kind.shape === 'object' && isObject(value)) {
    enterObject(walk, value, kind, parent, key);
  } else if (!hasShape(value, kind.shape)) {
    run(kind.wrongShape, { value, kind, parent, key }, walk.context);
  } else {
    const node = { value, kind, parent, key };
    run(kind.visit, node, walk.context);
    if (kind.element !== undefined) enterElements(walk, node, kind.element);
  }
}

function enterObject(
  walk: Walk,
  object: JsonObject,
  kind: GrammarNodeKind,
  parent: WalkNode | null,
  key: string | number,
): void {
  const value = ownPropertiesOf(walk.context.own, object);
  if (kind.recursive) {
    if (walk.seen.has(object)) return;
    walk.seen.add(object);
    walk.queue.push({ value, kind, parent, key });
  } else {
    enterMembers(walk, visitNode(walk, value, kind, parent, key), value, kind, parent, key);
  }
}

/** Calls the visitors of an object's node kind. Most node kinds do not have visitors; then no node is created. */
function visitNode(
  walk: Walk,
  value: JsonObject,
  kind: GrammarNodeKind,
  parent: WalkNode | null,
  key: string | number,
): WalkNode | undefined {
  if (kind.visit.visits.length === 0) return undefined;
  const node = { value, kind, parent, key };
  run(kind.visit, node, walk.context);
  return node;
}

function findStep(grammar: Grammar, kind: GrammarNodeKind, name: string): Step {
  const step = kind.members.get(name);
  if (step !== undefined) return step;
  if (kind.names === 'any') return kind.others;
  if (isAtMember(name) || grammar.isExtensionMember(name)) return IGNORED_STEP;
  if (kind.names === 'fields' && isFieldName(name)) return kind.others;
  return { role: 'undefined', kind: kind.others.kind ?? kind.element, leaf: undefined, meets: 0 };
}

/** Returns the step for a member. Remembers the members of the previous object by position. */
function stepAt(grammar: Grammar, kind: GrammarNodeKind, name: string, position: number): Step {
  if (position >= REMEMBERED_POSITIONS) return findStep(grammar, kind, name);
  if (kind.lastNames[position] === name) return kind.lastSteps[position] as Step;
  const step = findStep(grammar, kind, name);
  if (name.length > REMEMBERED_LENGTH) return step;
  kind.lastNames[position] = name;
  kind.lastSteps[position] = step;
  return step;
}

/** Whether a value is certainly valid and contains nothing to check. */
function isGoodLeaf(value: unknown, shape: Shape): boolean {
  if (shape === 'value') return isJsonPrimitive(value);
  return typeof value === 'string' && (shape === 'string' || isKnownMemberName(value));
}

function enterMembers(
  walk: Walk,
  known: WalkNode | undefined,
  value: JsonObject,
  kind: GrammarNodeKind,
  parent: WalkNode | null,
  key: string | number,
): void {
  let node = known;
  let found = 0;
  let position = 0;
  for (const name in value) {
    const step = stepAt(walk.grammar, kind, name, position++);
    const member = value[name];
    if (member === undefined) continue;
    found |= step.meets;
    if (step.leaf !== undefined && isGoodLeaf(member, step.leaf)) continue;
    if (step.kind === undefined && step.role !== 'undefined') continue;
    if (walk.context.full) return;
    node ??= { value, kind, parent, key };
    if (step.role === 'undefined') {
      run(kind.unknownMember, { value: member, kind, parent: node, key: name }, walk.context);
    }
    if (step.kind !== undefined) enter(walk, member, step.kind, node, name);
  }
  if (found !== kind.needs) run(kind.missingMember, node ?? { value, kind, parent, key }, walk.context);
}

function enterElements(walk: Walk, node: WalkNode, kind: GrammarNodeKind): void {
  const { value } = node;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && !walk.context.full; index++) {
      enter(walk, value[index], kind, node, index);
    }
  } else if (typeof value === 'object' && value !== null) {
    // The one object has the parent and the key of the array that it replaces.
    enter(walk, value, kind, node.parent, node.key);
  }
}

/**
 * Walks a document in order and calls the visitors of each node's node kind. Treats members with the value undefined as
 * absent and ignores at-members. Calls nest at most as deep as the grammar: objects that can occur below themselves
 * wait in a queue.
 */
export function walk(grammar: Grammar, value: unknown, context: WalkContext): void {
  const queue: WalkNode[] = [];
  const state: Walk = { grammar, context, queue, seen: new Set() };
  enter(state, value, grammar.root, null, '');
  for (let index = 0; index < queue.length && !context.full; index++) {
    const node = queue[index] as WalkNode;
    run(node.kind.visit, node, context);
    enterMembers(state, node, node.value as JsonObject, node.kind, node.parent, node.key);
  }
}
