import { expect } from '@open-wc/testing';
import { EventStreamParser, readEvents } from '../../../widget/flow/step-watcher.ts';

function parse(...chunks: string[]) {
  const parser = new EventStreamParser();
  return chunks.flatMap((chunk) => [...parser.feed(chunk)]);
}

const one = { id: '7', event: 'step', data: '{"a":1}' };

describe('EventStreamParser', () => {
  it('reads events with id, name and data', () => {
    expect(parse('id: 7\nevent: step\ndata: {"a":1}\n\n')).to.deep.equal([one]);
  });

  it('reads the same however the text was cut', () => {
    const text = 'id: 7\r\nevent: step\r\ndata: {"a":1}\r\n\r\n';
    for (let cut = 1; cut < text.length; cut++) {
      expect(parse(text.slice(0, cut), text.slice(cut)), `cut at ${cut}`).to.deep.equal([one]);
    }
    expect(parse(...text)).to.deep.equal([one]);
  });

  it('takes any of the three line ends', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['id: 7', 'event: step', 'data: {"a":1}', '', ': end', ''].join(end);
      expect(parse(text)).to.deep.equal([one]);
    }
  });

  it('joins several lines of data, and keeps the last id for what comes without one', () => {
    expect(parse('id: 1\ndata: a\ndata:b\n\ndata: c\n\n')).to.deep.equal([
      { id: '1', event: 'message', data: 'a\nb' },
      { id: '1', event: 'message', data: 'c' },
    ]);
  });

  it('passes over comments and events without data', () => {
    expect(parse(': still here\n\nevent: step\n\ndata: x\n\n')).to.deep.equal([
      { id: null, event: 'message', data: 'x' },
    ]);
  });
});

describe('readEvents()', () => {
  it('tells of every chunk, comments included, and cancels the body when left', async () => {
    let cancelled = false;
    const bytes = [': hello\n\n', 'data: é\n', '\n'].map((text) => new TextEncoder().encode(text));
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(stream) {
        const next = bytes.shift();
        if (next) stream.enqueue(next);
      },
      cancel() {
        cancelled = true;
      },
    });
    let chunks = 0;
    for await (const { data } of readEvents(body, () => chunks++)) {
      expect(data).to.equal('é');
      break;
    }
    expect(chunks).to.equal(3);
    expect(cancelled).to.equal(true);
  });
});
