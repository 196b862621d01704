/** Writes that are one call, compared with all steps, over records in memory. */
import { api, compareWays, records } from '../../test/short-ways-suite.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import { allFields } from '../sources/port/selection.ts';

const inSteps = (sources: object) =>
  Object.fromEntries(
    Object.entries(sources).map(([type, { atomicWrites: _, checksLinks: __, ...source }]) => [type, source]),
  );

compareWays((options, isShort) => {
  const sources = createMemorySources(api, records as never);
  const stored = () =>
    Object.entries(sources).map(([type, source]) =>
      source.list?.(
        {
          filter: [],
          sort: [],
          page: { offset: 0, limit: undefined },
          total: false,
          selection: allFields(api.types.get(type) as never),
        } as never,
        { context: {} } as never,
      ),
    );
  return {
    server: createServer(api, (isShort ? sources : inSteps(sources)) as never, options as never),
    statements: [],
    stored,
  };
});
