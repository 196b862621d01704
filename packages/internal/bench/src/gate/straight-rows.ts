/** The rows that compare the server of this checkout with the straight line: each request by both, over the same sources. */
import * as core from '@linkage/core';
import { andThen } from '@linkage/core/internal';
import * as server from '@linkage/server';
import { handleNow } from '@linkage/server/adapter';
import { createArticlesServer, exchanges } from '../server/articles-server.ts';
import { createStraightLine } from '../server/straight-line.ts';
import { articlesOf } from '../workloads/apis.ts';
import { sidesOf } from './judge.ts';
import type { GateRow } from './rows.ts';

type Respond = (request: server.JsonApiRequest) => server.JsonApiResponse | Promise<server.JsonApiResponse>;

function responding(name: string, respond: Respond): GateRow {
  const { request } = exchanges[name] as (typeof exchanges)[string];
  return {
    batch: 1,
    run: () =>
      andThen(respond(request), ({ status }) => {
        if (status >= 300) throw new Error(`The request to measure receives ${status}.`);
      }),
  };
}

/** The rows by name, each with its side of a comparison. */
export const straightRows: Readonly<Record<string, () => GateRow>> = Object.fromEntries(
  Object.keys(exchanges).flatMap((name) => {
    const [current, straight] = sidesOf(name);
    return [
      [
        current,
        () => {
          const articles = createArticlesServer();
          return responding(name, (request) => handleNow(articles, request));
        },
      ],
      [
        straight,
        () => {
          const { api, sources } = articlesOf({ core, server });
          return responding(name, createStraightLine(api, sources));
        },
      ],
    ] as const;
  }),
);
