import { validateDocument } from '@linkage/core';

const answer: unknown = { data: { type: 'articles', id: 1, attributes: { title: 'Hello' } } };
export const { issues = [] } = validateDocument(answer, { as: 'response' });
