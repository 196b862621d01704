// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source files

import { acceptedInAccess } from './accepted-in-access.ts';
import { acceptedInCore } from './accepted-in-core.ts';
import { acceptedInLoading } from './accepted-in-loading.ts';
import { acceptedInRecords } from './accepted-in-records.ts';
import { acceptedInRequests } from './accepted-in-requests.ts';
import { acceptedInRestrictions } from './accepted-in-restrictions.ts';
import { acceptedInServer } from './accepted-in-server.ts';

/** A mutant that may live, and why: no test could tell it from the original, or none is worth having. */
export interface AcceptedSurvivor {
  /** The file, from the root. */
  readonly file: string;
  /** The changed lines as they are and as they become, each on one line, as `npm run mutate` shows them. */
  readonly original: string;
  readonly mutated: string;
  readonly reason: string;
}

const ONLY_REASON =
  'The visitor is called for incomplete objects only, and here they lack just this: the check repeats it.';

const ONLY_FASTER = 'The walk skips a leaf earlier. Entering the leaf calls no visitors.';

const NO_NODE = 'A node made again is equal to the one before: making it once, or not at all, is only faster.';

const REMEMBERED = 'What is remembered only makes the walk faster, and the limits only bound the memory for it.';

export const acceptedSurvivors: readonly AcceptedSurvivor[] = [
  ...acceptedInAccess,
  ...acceptedInLoading,
  ...acceptedInCore,
  ...acceptedInRecords,
  ...acceptedInRequests,
  ...acceptedInRestrictions,
  ...acceptedInServer,
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (kind.visit.visits.length === 0) return undefined;',
    mutated: 'if (false) return undefined;',
    reason: NO_NODE,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (kind.visit.visits.length === 0) return undefined;',
    mutated: 'if (kind.visit.visits.length === -1) return undefined;',
    reason: NO_NODE,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (position >= REMEMBERED_POSITIONS) return findStep(grammar, kind, name);',
    mutated: 'if (false) return findStep(grammar, kind, name);',
    reason: REMEMBERED,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (position >= REMEMBERED_POSITIONS) return findStep(grammar, kind, name);',
    mutated: 'if (true) return findStep(grammar, kind, name);',
    reason: REMEMBERED,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (position >= REMEMBERED_POSITIONS) return findStep(grammar, kind, name);',
    mutated: 'if (position > REMEMBERED_POSITIONS) return findStep(grammar, kind, name);',
    reason: REMEMBERED,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (kind.lastNames[position] === name) return kind.lastSteps[position] as Step;',
    mutated: 'if (false) return kind.lastSteps[position] as Step;',
    reason: REMEMBERED,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (name.length > REMEMBERED_LENGTH) return step;',
    mutated: 'if (false) return step;',
    reason: REMEMBERED,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (name.length > REMEMBERED_LENGTH) return step;',
    mutated: 'if (true) return step;',
    reason: REMEMBERED,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (name.length > REMEMBERED_LENGTH) return step;',
    mutated: 'if (name.length >= REMEMBERED_LENGTH) return step;',
    reason: REMEMBERED,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: "if (shape === 'value') return isJsonPrimitive(value);",
    mutated: 'if (false) return isJsonPrimitive(value);',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: "return typeof value === 'string' && (shape === 'string' || isKnownMemberName(value));",
    mutated: "return typeof value === 'string' && (shape === 'string');",
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: "return typeof value === 'string' && (shape === 'string' || isKnownMemberName(value));",
    mutated: "return typeof value === 'string' && (isKnownMemberName(value));",
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (step.leaf !== undefined && isGoodLeaf(member, step.leaf)) continue;',
    mutated: 'if (false) continue;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: "if (step.kind === undefined && step.role !== 'undefined') continue;",
    mutated: 'if (false) continue;',
    reason: 'Nothing below applies to such a member: going on is only faster.',
  },
  {
    file: 'packages/core/src/grammar/walk.ts',
    original: 'if (found !== kind.needs) run(kind.missingMember, node ?? { value, kind, parent, key }, walk.context);',
    mutated: 'if (found !== kind.needs) run(kind.missingMember, ({ value, kind, parent, key }), walk.context);',
    reason: NO_NODE,
  },
  {
    file: 'packages/core/src/grammar/own-properties.ts',
    original: 'return view.copied ? ownPropertiesOf(view, object) : (object as JsonObject);',
    mutated: 'return true ? ownPropertiesOf(view, object) : (object as JsonObject);',
    reason:
      'Without copies every object is a plain one, which ownPropertiesOf finds again: not looking is only faster.',
  },
  {
    file: 'packages/core/src/grammar/identity-flags.ts',
    original: 'if (type === index.type) return index.ofType as TypeFlags;',
    mutated: 'if (false) return index.ofType as TypeFlags;',
    reason: 'The latest types are in the map too: comparing with them first is only faster.',
  },
  {
    file: 'packages/core/src/grammar/identity-flags.ts',
    original: 'let found = type === index.typeBefore ? index.ofTypeBefore : index.types.get(type);',
    mutated: 'let found = false ? index.ofTypeBefore : index.types.get(type);',
    reason: 'The latest types are in the map too: comparing with them first is only faster.',
  },
  {
    file: 'packages/core/src/member/known-name.ts',
    original: "if ((text === latest && text !== '') || known.has(text)) return true;",
    mutated: 'if (known.has(text)) return true;',
    reason: 'The latest name is in the set too: comparing with it first is only faster.',
  },
  {
    file: 'packages/core/src/validate/grammar.ts',
    original: "return shape === 'value' || (isText && visits.length === 0) ? shape : undefined;",
    mutated: 'return (isText && visits.length === 0) ? shape : undefined;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/validate/grammar.ts',
    original: "return shape === 'value' || (isText && visits.length === 0) ? shape : undefined;",
    mutated: "return shape === 'value' ? shape : undefined;",
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/validate/grammar.ts',
    original: "return shape === 'value' || (isText && visits.length === 0) ? shape : undefined;",
    mutated: 'return false ? shape : undefined;',
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/validate/grammar.ts',
    original: "return shape === 'value' || (isText && visits.length === 0) ? shape : undefined;",
    mutated: "return shape === 'value' || (isText && visits.length === -1) ? shape : undefined;",
    reason: ONLY_FASTER,
  },
  {
    file: 'packages/core/src/validate/rules/api-linkage.ts',
    original: 'const declared = typeOf(node.parent?.parent ?? null, context)?.relationships.get(String(node.key));',
    mutated: 'const declared = typeOf(node.parent?.parent, context)?.relationships.get(String(node.key));',
    reason: 'For types only: undefined is read as null is.',
  },
  {
    file: 'packages/core/src/validate/rules/api-linkage.ts',
    original: "if (declared === undefined || data === undefined || typeof data !== 'object') return;",
    mutated: "if (declared === undefined || typeof data !== 'object') return;",
    reason: 'What is undefined is not an object either.',
  },
  {
    file: 'packages/core/src/validate/request-rules.ts',
    original:
      'if (data === undefined && included === undefined) context.report(`\\`data\\` is required in ${request}.`, node);',
    mutated: 'if (included === undefined) context.report(`\\`data\\` is required in ${request}.`, node);',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/request-rules.ts',
    original: 'if (node.value.data !== undefined || !needsLinkage(node, context)) return;',
    mutated: 'if (!needsLinkage(node, context)) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/error-status-given.ts',
    original: 'if (node.value.status !== undefined || !hasErrorMember(node)) return;',
    mutated: 'if (!hasErrorMember(node)) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/link-href.ts',
    original: "if (node.value.href === undefined) context.report('`href` is required in a link object.', node);",
    mutated: "if (true) context.report('`href` is required in a link object.', node);",
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/relationship-data.ts',
    original: 'if (data !== undefined || included !== undefined) return;',
    mutated: 'if (included !== undefined) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/relationship-links.ts',
    original: 'if (self !== undefined || related !== undefined || data !== undefined || meta !== undefined) return;',
    mutated: 'if (data !== undefined || meta !== undefined) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/relationship-links.ts',
    original: 'if (self !== undefined || related !== undefined || data !== undefined || meta !== undefined) return;',
    mutated: 'if (self !== undefined || data !== undefined || meta !== undefined) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/relationship-links.ts',
    original: 'if (self !== undefined || related !== undefined || data !== undefined || meta !== undefined) return;',
    mutated: 'if (related !== undefined || data !== undefined || meta !== undefined) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/relationship-object.ts',
    original:
      'if (links !== undefined || data !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;',
    mutated: 'if (links !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/top-level-members.ts',
    original:
      'if (data !== undefined || errors !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;',
    mutated: 'if (errors !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;',
    reason: ONLY_REASON,
  },
  {
    file: 'packages/core/src/validate/rules/reserved-field-names.ts',
    original: "if ((key !== 'type' && key !== 'id') || parent === null) return;",
    mutated: "if ((key !== 'type' && key !== 'id')) return;",
    reason: 'For types only: a member has a parent.',
  },
  {
    file: 'packages/core/src/validate/rules/self-link-type.ts',
    original: "const named = type?.parameters.flatMap(([, value]) => value.split(' ')) ?? [];",
    mutated: "const named = type?.parameters.flatMap(([, value]) => value.split(' '));",
    reason: 'Without a type, the names are not asked for.',
  },
  {
    file: 'packages/core/src/member/extension-parameter.ts',
    original: 'for (let index = 0; index < rest.length; index++) {',
    mutated: 'for (let index = 0; index <= rest.length; index++) {',
    reason: 'Past the end the code is NaN, which is neither below nor above anything.',
  },
  {
    file: 'packages/core/src/member/member-name.ts',
    original:
      'if (last < 0 || !isGloballyAllowed(text.charCodeAt(0)) || !isGloballyAllowed(text.charCodeAt(last))) return false;',
    mutated: 'if (!isGloballyAllowed(text.charCodeAt(0)) || !isGloballyAllowed(text.charCodeAt(last))) return false;',
    reason: 'Without a first character the code is NaN, which is not allowed either.',
  },
  {
    file: 'packages/core/src/member/member-name.ts',
    original:
      'if (last < 0 || !isGloballyAllowed(text.charCodeAt(0)) || !isGloballyAllowed(text.charCodeAt(last))) return false;',
    mutated:
      'if (last < -1 || !isGloballyAllowed(text.charCodeAt(0)) || !isGloballyAllowed(text.charCodeAt(last))) return false;',
    reason: 'Without a first character the code is NaN, which is not allowed either.',
  },
  {
    file: 'packages/core/src/member/member-name.ts',
    original: 'for (let index = 1; index < last; index++) {',
    mutated: 'for (let index = 1; index <= last; index++) {',
    reason: 'The last character was looked at before: it is allowed.',
  },
];
