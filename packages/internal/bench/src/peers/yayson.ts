import { articleAttributes, commentAttributes, personAttributes } from '../workloads/data.ts';
import { inputOf, type Workload } from '../workloads/workload.ts';
import { type Peer, type PreparedSerializer, requirePeer } from './peer.ts';

function loadYayson() {
  const library = requirePeer('yayson');
  return (library.default ?? library)();
}

function serializer(workload: Workload): PreparedSerializer | undefined {
  if (workload.kind === 'flat' && workload.withLinks) return undefined;
  // Its time grows with the square of the records: ten thousand take minutes.
  if (workload.records.length > 1000) return undefined;
  const { Presenter } = loadYayson();
  // Presenters are classes: the library makes them itself.
  class Person extends Presenter {
    static type = 'people';
    static fields = personAttributes;
  }
  class Comment extends Presenter {
    static type = 'comments';
    static fields = commentAttributes;
    relationships() {
      return { author: Person };
    }
  }
  class Article extends Presenter {
    static type = 'articles';
    static fields = articleAttributes;
    relationships() {
      return workload.kind === 'compound' ? { author: Person, comments: Comment } : {};
    }
  }
  const input = inputOf(workload);
  return { run: () => JSON.stringify(Article.render(input)) };
}

export const yayson: Peer = {
  name: 'yayson',
  serializer,
  reader() {
    const { Store } = loadYayson();
    return { run: (text) => new Store().sync(JSON.parse(text)) };
  },
};
