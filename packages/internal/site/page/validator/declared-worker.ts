/** Validates documents with a declaration, which is code of the reader: it runs in the sandbox. */
import { servePage } from '../shared/serve-page.ts';
import { checkDeclared } from './check-declared.ts';

servePage(checkDeclared);
