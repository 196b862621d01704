import { readDeclaration } from '../playground/worker/run-declaration.ts';
import { checkText, type Question, type Validation } from './check-text.ts';

/** Validates a JSON text with its declaration. A declaration with a mistake is left out. */
export function checkDeclared(question: Question): Validation {
  const { api, mistake } = readDeclaration(question.declaration ?? '');
  return { ...checkText(question, api), ...(mistake && { mistake }) };
}
