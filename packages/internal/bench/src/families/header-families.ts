import {
  defineExtension,
  defineProfile,
  JSON_API_MEDIA_TYPE,
  type NegotiationHeaders,
  type NegotiationSupport,
  negotiate,
  readResponseContentType,
} from '@linkage/core';
import { type Family, outcomeOf, repeatTo } from './family.ts';

const media = JSON_API_MEDIA_TYPE;
const limit = 2048;

const extension = defineExtension({ uri: 'urn:example:e', namespace: 'e' });
const profile = defineProfile({ uri: 'urn:example:p' });
/**
 * Creates a new set of supported extensions: only the last eight sets are cached, so nine of them never hit the cache.
 */
const supports: readonly NegotiationSupport[] = Array.from({ length: 9 }, (_, index) => ({
  extensions: [extension],
  profiles: [profile, defineProfile({ uri: `urn:example:${index}` })],
}));
let calls = 0;

/** Reads header fields that are not cached. */
function readAnew(headers: NegotiationHeaders): unknown {
  return outcomeOf(() => negotiate(headers, supports[calls++ % supports.length]));
}

function acceptFamily(name: string, input: Family['input']): Family {
  return { name: `Accept: ${name}`, limit, input, run: (accept) => readAnew({ accept }) };
}

function contentTypeFamily(name: string, input: Family['input']): Family {
  const run = (contentType: string): unknown => readAnew({ contentType });
  return { name: `Content-Type: ${name}`, limit, input, run };
}

function commas(size: number): string {
  return repeatTo(size, ',', media);
}

function spaces(size: number): string {
  return repeatTo(size, ' ', media);
}

function spacedCommas(size: number): string {
  return repeatTo(size, ' ,', media);
}

function semicolons(size: number): string {
  return repeatTo(size, ';', media);
}

function quotes(size: number): string {
  return repeatTo(size, '"', `${media};ext=`);
}

function backslashes(size: number): string {
  return repeatTo(size, '\\\\', `${media};profile="`, '"');
}

function openQuotes(size: number): string {
  return repeatTo(size, '",x', `${media};ext=`);
}

function malformedElements(size: number): string {
  return repeatTo(size, 'a b,');
}

function wildcards(size: number): string {
  return repeatTo(size, '*/*;q=0,');
}

function instances(size: number): string {
  return repeatTo(size, `${media},`);
}

function ignoredInstances(size: number): string {
  return repeatTo(size, `${media};a=b,`);
}

function unsupportedInstances(size: number): string {
  return repeatTo(size, `${media};ext="urn:example:x",`);
}

function extensions(size: number): string {
  return repeatTo(size, 'urn:example:e ', `${media};ext="`, '"');
}

function profiles(size: number): string {
  return repeatTo(size, 'p ', `${media};profile="`, '"');
}

function spacesInList(size: number): string {
  return repeatTo(size, ' ', `${media};profile="urn:example:p`, '"');
}

function parameters(size: number): string {
  return repeatTo(size, ';a=b', media);
}

function digits(size: number): string {
  return repeatTo(size, '1', `${media};q=0.`);
}

function letters(size: number): string {
  return repeatTo(size, 'a', `${media};`);
}

/** Header field values that readers of headers are known to take long for. */
export const headerFamilies: readonly Family[] = [
  acceptFamily('commas', commas),
  acceptFamily('spaces', spaces),
  acceptFamily('spaces and commas', spacedCommas),
  acceptFamily('semicolons', semicolons),
  acceptFamily('quotation marks', quotes),
  acceptFamily('backslashes', backslashes),
  acceptFamily('open quotation marks', openQuotes),
  acceptFamily('malformed elements', malformedElements),
  acceptFamily('wildcards', wildcards),
  acceptFamily('instances', instances),
  acceptFamily('instances to ignore', ignoredInstances),
  acceptFamily('unsupported instances', unsupportedInstances),
  acceptFamily('digits of a weight', digits),
  contentTypeFamily('spaces', spaces),
  contentTypeFamily('semicolons', semicolons),
  contentTypeFamily('backslashes', backslashes),
  contentTypeFamily('extensions', extensions),
  contentTypeFamily('profiles', profiles),
  contentTypeFamily('spaces in a list', spacesInList),
  contentTypeFamily('a long name', letters),
  { name: 'Content-Type of a response: parameters', limit, input: parameters, run: readResponseContentType },
];
