import { whyNotJson } from '../../internal/json-value.ts';
import { show } from '../../internal/show.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document is a value of JSON: no functions, symbols, big integers, infinite numbers, maps, promises or circles.
 *
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export const jsonValue: Rule = defineRule(documentRules, 'json-value', {
  misshapen: {
    value: (node, context) => context.report(`${show(node.value)} is no value of JSON.`, node),
  },
  visit: {
    value(node, context) {
      const reason = whyNotJson(node.value);
      if (reason !== undefined) context.report(`The value holds ${reason}, which is no JSON.`, node);
    },
  },
});
