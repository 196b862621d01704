import { createAskCompiler } from '../compiler/create-ask-compiler.ts';
import { showIn } from '../shared/show-in.ts';
import { createAsk } from './create-ask.ts';
import { type AskPlayground, Playground } from './playground.tsx';

/** Shows the playground in an element. Returns a function that removes it. */
export function mount(parent: HTMLElement): () => void {
  const [askServer, askCompiler] = [createAsk(), createAskCompiler()];
  const ask: AskPlayground = async (question) => {
    const answer = await askServer(question);
    if (answer?.type === undefined) return answer;
    const types = await askCompiler({ declaration: question.declaration, type: answer.type });
    if (types === undefined) return undefined;
    return types.text === undefined ? { failure: 'The compiler of TypeScript failed.' } : { ...answer, ...types };
  };
  return showIn(parent, <Playground ask={ask} />);
}
