/** Fills the code blocks of a page from the examples and from what servers respond. */
import { answersOf } from './answers.ts';
import { exampleCode } from './examples.ts';
import { type Block, blocksOf } from './markdown.ts';

function replaceBlocks(text: string, replacements: readonly (readonly [Block, string])[]): string {
  let result = text;
  for (const [block, code] of replacements.toReversed()) {
    result = result.slice(0, block.start) + code + result.slice(block.end);
  }
  return result;
}

/** Returns the page with the code of the examples that its comments name. */
export function fillExamples(text: string): string {
  const replacements = blocksOf(text).flatMap((block) => {
    const code = block.comment?.startsWith('docs/examples/') ? exampleCode(block.comment) : undefined;
    return code === undefined ? [] : [[block, code] as const];
  });
  return replaceBlocks(text, replacements);
}

/** Returns the page with the answers that its servers give now. */
export async function fillAnswers(text: string): Promise<string> {
  return replaceBlocks(
    text,
    (await answersOf(text)).map(({ block, actual }) => [block, actual] as const),
  );
}
