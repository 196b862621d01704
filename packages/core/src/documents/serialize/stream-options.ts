import { unchanged } from '../../internal/finish.ts';
import type { Api } from '../../schema/api.ts';
import type { TypeName } from '../../schema/infer.ts';
import type { MetaObject, TopLevelLinks } from '../../spec/document/links-object.ts';
import type { AnyBuildOptions, BuildOptions } from '../build/build-options.ts';
import { type Envelope, settleEnvelope } from '../build/check-options.ts';

/** A value that is known at the start, or a function that is called after the last record. */
type AtEnd<Value> = Value | (() => Value | undefined | Promise<Value | undefined>);

/** Options of a streamed document. `links` and `meta` can be functions that are called after the last record. */
export interface StreamOptions<A extends Api, Type extends TypeName<A>>
  extends Omit<BuildOptions<A, Type>, 'links' | 'meta'> {
  readonly links?: AtEnd<TopLevelLinks> | undefined;
  readonly meta?: AtEnd<MetaObject> | undefined;
}

/** Stream options without the types of an API. */
export interface AnyStreamOptions extends Omit<AnyBuildOptions, 'links' | 'meta'> {
  readonly links?: AtEnd<TopLevelLinks> | undefined;
  readonly meta?: AtEnd<MetaObject> | undefined;
}

/** Returns the options that are known at the start. */
export function earlyOptions(options: AnyStreamOptions): AnyBuildOptions {
  const { links, meta } = options;
  return {
    ...options,
    links: typeof links === 'function' ? undefined : links,
    meta: typeof meta === 'function' ? undefined : meta,
  };
}

/** Returns the members of a JSON object, each followed by a comma. */
function membersText(members: object): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

/** Returns the text of a document before the first resource of its primary data. */
export function openingText({ jsonapi, links, meta }: Envelope): string {
  return `{${membersText({ jsonapi, links, meta })}"data":[`;
}

/**
 * Returns a function that creates the text after the last array of a document. Called after the last record is written.
 */
export function closingText(
  { links, meta, extensions }: AnyStreamOptions,
  { additional }: Envelope,
): () => Promise<string> {
  const text = membersText({ ...additional });
  return async () => {
    const late = {
      jsonapi: undefined,
      baseUrl: undefined,
      additional: undefined,
      extensions,
      links: typeof links === 'function' ? await links() : undefined,
      meta: typeof meta === 'function' ? await meta() : undefined,
    };
    const members = membersText(settleEnvelope(late, true, unchanged)) + text;
    return members === '' ? '}' : `,${members.slice(0, -1)}}`;
  };
}
