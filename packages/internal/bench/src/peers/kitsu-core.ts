import { inputOf } from '../workloads/workload.ts';
import { importPeer, type Peer } from './peer.ts';

export const kitsuCore: Peer = {
  name: 'kitsu-core',
  async serializer(workload) {
    if (workload.kind === 'compound' || workload.withLinks) return undefined;
    const { serialise } = await importPeer('kitsu-core');
    const input = inputOf(workload);
    return { remark: 'request bodies only', run: () => JSON.stringify(serialise('articles', input, 'PATCH')) };
  },
  async reader() {
    const { deserialise } = await importPeer('kitsu-core');
    return {
      run(text) {
        const result = deserialise(JSON.parse(text), { hoistData: true });
        return Array.isArray(result) ? result : result.data;
      },
    };
  },
};
