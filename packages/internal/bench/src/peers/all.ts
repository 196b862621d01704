import { devourClient } from './devour-client.ts';
import { jsonApiSerializer } from './json-api-serializer.ts';
import { jsona } from './jsona.ts';
import { jsonapiFractal } from './jsonapi-fractal.ts';
import { jsonapiSerializer } from './jsonapi-serializer.ts';
import { kitsuCore } from './kitsu-core.ts';
import type { Peer } from './peer.ts';
import { jsonApiModels, jsonapiDatastore } from './stores.ts';
import { tsJapi } from './ts-japi.ts';
import { yayson } from './yayson.ts';

/** Every library that writes or reads JSON:API documents here. */
export const peers: readonly Peer[] = [
  tsJapi,
  jsonApiSerializer,
  jsonapiSerializer,
  jsonapiFractal,
  yayson,
  jsona,
  kitsuCore,
  devourClient,
  jsonapiDatastore,
  jsonApiModels,
];
