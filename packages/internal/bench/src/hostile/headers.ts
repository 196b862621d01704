import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import { type HostileText, type Pieces, stringsOf } from './input.ts';

const media = JSON_API_MEDIA_TYPE;
const limit = 2048;
const spaces: Pieces = [' ', media];
const semicolons: Pieces = [';', media];
const backslashes: Pieces = ['\\\\', `${media};profile="`, '"'];

/** Values of `Accept` that readers of headers are known to take long for. */
export const hostileAccepts: readonly HostileText[] = stringsOf('Accept', limit, {
  commas: [',', media],
  spaces,
  'spaces and commas': [' ,', media],
  semicolons,
  'quotation marks': ['"', `${media};ext=`],
  backslashes,
  'open quotation marks': ['",x', `${media};ext=`],
  'malformed elements': ['a b,'],
  wildcards: ['*/*;q=0,'],
  instances: [`${media},`],
  'instances to ignore': [`${media};a=b,`],
  'unsupported instances': [`${media};ext="urn:example:x",`],
  'digits of a weight': ['1', `${media};q=0.`],
});

/** The same of `Content-Type`. */
export const hostileContentTypes: readonly HostileText[] = stringsOf('Content-Type', limit, {
  spaces,
  semicolons,
  backslashes,
  extensions: ['urn:example:e ', `${media};ext="`, '"'],
  profiles: ['p ', `${media};profile="`, '"'],
  'spaces in a list': [' ', `${media};profile="urn:example:p`, '"'],
  'a long name': ['a', `${media};`],
});

/** The same of `Content-Type` that a client receives. */
export const hostileResponseTypes: readonly HostileText[] = stringsOf('Content-Type of a response', limit, {
  parameters: [';a=b', media],
});
