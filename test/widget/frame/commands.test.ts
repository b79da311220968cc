import { expect } from '@open-wc/testing';
import { isFrameCommand, isFrameConnect } from '../../../widget/frame/frame-flow.ts';
import { frameCommands, frameMessages, spoiled, strangeValues } from '../helpers/frame-messages.ts';

describe('isFrameCommand()', () => {
  for (const command of frameCommands) {
    it(`takes ${JSON.stringify(command)}`, () => {
      expect(isFrameCommand(structuredClone(command))).to.equal(true);
    });

    it(`takes nothing that only looks like ${JSON.stringify(command)}`, () => {
      for (const wrong of spoiled(command)) {
        expect(isFrameCommand(wrong), JSON.stringify(wrong)).to.equal(false);
      }
    });
  }

  it('takes nothing else', () => {
    for (const value of [...strangeValues, ...frameMessages]) {
      expect(isFrameCommand(value), JSON.stringify(value)).to.equal(false);
    }
  });

  it('lets no page say whose frame it is, where its calls go, or who is around it', () => {
    const [configure] = frameCommands;
    if (configure?.type !== 'configure') throw new Error('the first command configures');
    for (const name of ['server', 'merchant', 'parent_origin']) {
      const settings = { ...configure.settings, [name]: 'https://evil.example' };
      expect(isFrameCommand({ type: 'configure', settings }), name).to.equal(false);
    }
  });

  it('takes what a page knows of the consumer beside what it does not', () => {
    const values = { first_name: 'Ada', middle_name: undefined, suffix: null };
    expect(isFrameCommand(structuredClone({ type: 'prefill', values }))).to.equal(true);
  });

  it('takes a look of which one value is too long to be shown', () => {
    const properties = { '--soft-pull-background': 'x'.repeat(5_000), '--soft-pull-accent': 'red' };
    const theme = { color_scheme: 'dark', properties };
    expect(isFrameCommand(structuredClone({ type: 'theme', theme }))).to.equal(true);
  });

  it('takes at most sixteen handles', () => {
    const handle = { resume: 'r', source: 'url', opens_forms: false };
    expect(isFrameCommand({ type: 'begin', handles: Array(17).fill(handle) })).to.equal(false);
  });
});

describe('isFrameConnect()', () => {
  it('takes the answer of the same protocol only', () => {
    expect(isFrameConnect({ type: 'soft-pull-connect', protocol: 1 })).to.equal(true);
    expect(isFrameConnect({ type: 'soft-pull-connect', protocol: 0 })).to.equal(false);
    for (const value of strangeValues) expect(isFrameConnect(value)).to.equal(false);
  });
});
