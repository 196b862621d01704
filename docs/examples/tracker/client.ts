import { atomicRequests, createClient, requestChecks } from '@linkage/client';
import { createReads, createWrites } from '@linkage/query';
import { api } from './schema.ts';

/** The client of a browser. Its types are those of the declaration, so a field that does not exist does not compile. */
export function createTrackerClient(token: string, fetch: (request: Request) => Promise<Response> = globalThis.fetch) {
  const client = createClient<typeof api>({
    baseUrl: 'http://localhost:3000/api',
    fetch,
    headers: () => ({ Authorization: `Bearer ${token}` }),
    idempotencyKeys: true,
    atomic: atomicRequests(),
    checks: requestChecks(api), // a wrong title is an error before the request
  });
  const inProject = (project: string) => ({ field: 'project', values: [project] }) as const;
  return {
    client,
    /** For `useInfiniteQuery` of TanStack Query. */
    board: (project: string) =>
      createReads(client).infiniteList('issues', {
        filter: [inProject(project)],
        include: ['assignee', 'labels'],
        fields: { issues: ['number', 'title', 'status', 'assignee', 'labels'] },
        sort: ['-priority', 'number'],
      }),
    /** For `useMutation`. */
    change: createWrites(client).update('issues'),
    /** Closes an issue with the tag that the list contains: 412 if somebody has changed it since. */
    async close(project: string, number: number, resolution: string) {
      const page = await client.list('issues', { filter: [inProject(project), { field: 'number', values: [number] }] });
      const [issue] = page.data;
      if (issue === undefined) return undefined;
      const ifMatch = page.etagOf(issue) ?? '';
      const { data } = await client.action('issues', 'close', { id: issue.id, input: { resolution } }, { ifMatch });
      return data?.status;
    },
    /** Creates an issue with a comment, or neither. */
    report: (project: string, title: string, body: string) =>
      client.atomic((transaction) => {
        const relationships = { project: { type: 'projects', id: project } } as const;
        const issue = transaction.add('issues', { attributes: { title }, relationships });
        return [issue, transaction.add('comments', { attributes: { body }, relationships: { issue } })];
      }),
  };
}
