import { expect } from '@open-wc/testing';
import { readEvents } from '../../../widget/flow/step-watcher.ts';

const one = { id: '7', data: '{"a":"é: 1"}' };
const written = `id: ${one.id}\nevent: step\ndata: ${one.data}\n\n`;

/** A body that comes in these parts; `onActivity` counts them. */
function bodyOf(...parts: readonly Uint8Array<ArrayBuffer>[]) {
  const state = { isCancelled: false, chunks: 0 };
  const rest = [...parts];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(stream) {
      const next = rest.shift();
      if (next) stream.enqueue(next);
      else stream.close();
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { state, events: readEvents(body, () => state.chunks++) };
}

async function read(...parts: readonly Uint8Array<ArrayBuffer>[]) {
  const read = [];
  for await (const event of bodyOf(...parts).events) read.push(event);
  return read;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

describe('readEvents()', () => {
  it('reads what the BFF writes', async () => {
    expect(await read(bytesOf(written + written))).to.deep.equal([one, one]);
  });

  it('reads the same however it was cut', async () => {
    const bytes = bytesOf(`:\n\n${written}`);
    for (let cut = 1; cut < bytes.length; cut++) {
      const parts = [bytes.slice(0, cut), bytes.slice(cut)];
      expect(await read(...parts), `cut at ${cut}`).to.deep.equal([one]);
    }
    const singly = Array.from(bytes, (_, at) => bytes.slice(at, at + 1));
    expect(await read(...singly)).to.deep.equal([one]);
  });

  it('passes over comments, events of another kind, and one that was cut off', async () => {
    const news = 'id: 8\nevent: news\ndata: {}\n\n';
    const more = written.replace('event', 'retry: 5\nevent');
    const text = `:\n\n${news}: still here\n\n${more}${written.slice(0, -1)}`;
    expect(await read(bytesOf(text))).to.deep.equal([one]);
  });

  it('tells of every chunk, comments included, and cancels the body when left', async () => {
    const comments = Array.from({ length: 20 }, () => ':\n\n');
    const texts = [':\n\n', written.slice(0, 9), written.slice(9), ...comments];
    const { events, state } = bodyOf(...texts.map(bytesOf));
    for await (const event of events) {
      expect(event).to.deep.equal(one);
      break;
    }
    expect(state).to.deep.equal({ isCancelled: true, chunks: 3 });
  });
});
