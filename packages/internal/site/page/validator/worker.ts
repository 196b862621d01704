/** Validates documents beside the page, so that a large document does not stop it. */
import { servePage } from '../shared/serve-page.ts';
import { checkText, type Question } from './check-text.ts';

servePage((question: Question) => checkText(question));
