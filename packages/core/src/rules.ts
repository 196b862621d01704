/** For authors of document rules, in extensions and profiles. */
export type { NodeKind, Shape } from './spec/grammar/node-kinds.ts';
export type { DocumentNode, JsonObject } from './spec/grammar/node.ts';
export type { Visit, VisitContext, Visitors } from './spec/grammar/visitors.ts';
export type { RuleFacts } from './spec/rule-facts.ts';
export type { StatedRule as Rule } from './validate/rule.ts';
export { statedRules as specifiedRules } from './validate/stated-rules.ts';
