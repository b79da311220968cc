import { expect } from '@open-wc/testing';
import { isFrameHello, isFrameMessage } from '../../../widget/embed/frame-connection.ts';
import { aHello } from '../helpers/fake-frame.ts';
import { frameCommands, frameMessages, spoiled, strangeValues } from '../helpers/frame-messages.ts';

describe('isFrameMessage()', () => {
  for (const message of frameMessages) {
    it(`takes ${JSON.stringify(message)}`, () => {
      expect(isFrameMessage(structuredClone(message))).to.equal(true);
    });

    it(`takes nothing that only looks like ${JSON.stringify(message)}`, () => {
      for (const wrong of spoiled(message)) {
        expect(isFrameMessage(wrong), JSON.stringify(wrong)).to.equal(false);
      }
    });
  }

  it('takes nothing else', () => {
    for (const value of [...strangeValues, ...frameCommands]) {
      expect(isFrameMessage(value), JSON.stringify(value)).to.equal(false);
    }
  });

  it('takes a screen, a code and an outcome of a frame that is newer than the script', () => {
    const [checkout_id, payment_request_uuid] = ['c-1', 'p-1'];
    const outcome = { type: 'charge_outcome', payment_request_uuid, outcome: 'new_here' };
    for (const message of [
      { type: 'step', checkout_id, screen: 'new_here', previous: 'new_here' },
      { type: 'error', code: 'new_here', retryable: false, correlation_id: null },
      { type: 'outcome', checkout_id, outcome },
    ]) {
      expect(isFrameMessage(message), message.type).to.equal(true);
    }
  });

  it('takes no other text for one of them', () => {
    for (const code of ['Ada Lovelace', '900-10-0001', 'ada@example.test', '']) {
      const error = { type: 'error', code, retryable: false, correlation_id: null };
      expect(isFrameMessage(error), code).to.equal(false);
    }
  });

  for (const url of ['javascript:alert(1)', 'data:text/html,x', '/relative', 'https://', '']) {
    it(`lets nobody be led to ${url || 'nowhere'} [asvs:safe-link]`, () => {
      expect(isFrameMessage({ type: 'redirect', url })).to.equal(false);
    });
  }
});

describe('isFrameHello()', () => {
  it('takes the greeting of the same protocol only', () => {
    expect(isFrameHello(aHello())).to.equal(true);
    expect(isFrameHello(aHello({ protocol: 2 }))).to.equal(false);
    for (const wrong of [...strangeValues, ...spoiled(aHello({ properties: ['--soft-pull-x'] }))]) {
      expect(isFrameHello(wrong), JSON.stringify(wrong)).to.equal(false);
    }
  });

  it('lets no name of a property be more than that', () => {
    for (const name of ['--other', '--soft-pull-x: 1px} *', '--soft-pull-', 'color']) {
      expect(isFrameHello(aHello({ properties: [name] })), name).to.equal(false);
    }
  });
});
