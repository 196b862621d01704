/** Answers beside the page, so that a long calculation does not stop it. */
import '../../shared/random-ids.ts';
import { servePage } from '../../shared/serve-page.ts';
import { answerQuestion } from './answer-question.ts';

servePage(answerQuestion);
