import { describeValue } from '../../internal/describe-value.ts';
import type { StatedRule } from '../../validate/rule.ts';
import { defineCursorRule } from './define-rule.ts';

/** The `page` member of a meta object must be an object. */
export const cursorPageMetadata: StatedRule = defineCursorRule(
  'cursor-page-metadata',
  'CUR-23 CUR-22',
  'The `page` member of a meta object must be an object.',
  {
    wrongShape: {
      'cursor:page': (node, context) =>
        context.report(`\`page\` must be an object, but it is ${describeValue(node.value)}.`, node),
    },
  },
);
