import type { AnyBuildOptions, BuildOptions } from '../build/build-options.ts';
import { type Envelope, settleEnvelope } from '../build/check-options.ts';
import type { TopLevelLinks } from '../document/links-object.ts';
import type { MetaObject } from '../document/meta-object.ts';
import { asMade } from '../internal/finish.ts';
import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';

/** A value that is known at the start, or a function that is asked for it after the last record. */
type AtEnd<Value> = Value | (() => Value | undefined | Promise<Value | undefined>);

/** What a streamed document shows: `links` and `meta` may be functions, which are called after the last record. */
export interface StreamOptions<A extends Api, Type extends TypeName<A>>
  extends Omit<BuildOptions<A, Type>, 'links' | 'meta'> {
  readonly links?: AtEnd<TopLevelLinks> | undefined;
  readonly meta?: AtEnd<MetaObject> | undefined;
}

/** The options of a stream with the types of one API taken off. */
export interface AnyStreamOptions extends Omit<AnyBuildOptions, 'links' | 'meta'> {
  readonly links?: AtEnd<TopLevelLinks> | undefined;
  readonly meta?: AtEnd<MetaObject> | undefined;
}

/** The options as they are known at the start. */
export function earlyOptions(options: AnyStreamOptions): AnyBuildOptions {
  const { links, meta } = options;
  return {
    ...options,
    links: typeof links === 'function' ? undefined : links,
    meta: typeof meta === 'function' ? undefined : meta,
  };
}

/** The members of a JSON object, each with a comma behind it. */
function membersText(members: object): string {
  const text = JSON.stringify(members);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

/** A document up to the first resource of its primary data. */
export function openingText({ jsonapi, links, meta }: Envelope): string {
  return `{${membersText({ jsonapi, links, meta })}"data":[`;
}

/** Makes what follows the last array of a document, once the last record is written. */
export function closingText({ links, meta }: AnyStreamOptions, { extensionMembers }: Envelope): () => Promise<string> {
  const extension = membersText({ ...extensionMembers });
  return async () => {
    const late = {
      jsonapi: undefined,
      baseUrl: undefined,
      extensionMembers: undefined,
      links: typeof links === 'function' ? await links() : undefined,
      meta: typeof meta === 'function' ? await meta() : undefined,
    };
    const members = membersText(settleEnvelope(late, true, asMade)) + extension;
    return members === '' ? '}' : `,${members.slice(0, -1)}}`;
  };
}
