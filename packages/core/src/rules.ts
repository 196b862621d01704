/** For authors of document rules, in extensions and profiles. */
export type { NodeKind, Shape } from './spec/grammar/node-kinds.ts';
export type { DocumentNode, JsonObject } from './spec/grammar/node.ts';
export type { Visit, VisitContext, Visitors } from './spec/grammar/visitors.ts';
export type { RuleFacts } from './spec/rule-facts.ts';
export type { DeclaredRule as Rule } from './validate/rule.ts';
export { declaredRules as specifiedRules } from './validate/declared-rules.ts';
