import { createAskCompiler, slowLimits } from '../compiler/create-ask-compiler.ts';
import { createAsk } from '../playground/create-ask.ts';
import { createBoundedWorker } from '../shared/bounded-worker.ts';
import { startSandboxed } from '../shared/sandbox.ts';
import { showIn } from '../shared/show-in.ts';
import type { StatementsAnswer, StatementsQuestion } from './first-screen-data.ts';
import { SmallPlayground, type SmallSettings } from './small-playground.tsx';
import statementsWorker from './statements-worker.ts?worker&url';

/** Shows the small playground in an element. Returns a function that removes it. */
export function mountFirst(parent: HTMLElement, settings: SmallSettings): () => void {
  // The declaration of the page ends on every machine, also on a slow one.
  const ask = createAsk(({ declaration }) => declaration !== settings.example.declaration);
  const askCompiler = createAskCompiler();
  const askStatements = createBoundedWorker<StatementsQuestion, StatementsAnswer>(
    () => startSandboxed(statementsWorker),
    slowLimits,
  );
  return showIn(parent, <SmallPlayground {...settings} {...{ ask, askCompiler, askStatements }} />);
}
