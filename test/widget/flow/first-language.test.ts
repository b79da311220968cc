import { expect } from '@open-wc/testing';
import { es } from '../../../widget/strings/es.ts';
import { problem } from '../helpers/fake-bff.ts';
import { mountFlow } from '../helpers/mount-flow.ts';
import { until } from '../helpers/until.ts';

describe('<soft-pull-flow>, in another language from the start', () => {
  const here = mountFlow();

  it('says nothing in a language that nobody asked for', async () => {
    const said = new Set<string>();
    here.bff.plan('POST /checkouts', () => problem(404, 'unknown_merchant'));
    const watch = new MutationObserver(() => said.add(here.said));
    here.configure({ locale: 'es' });
    await here.element.updateComplete;
    watch.observe(here.root, { subtree: true, childList: true, characterData: true });
    here.element.receive({ type: 'begin', handles: [] });
    await here.at('problem');
    const { title, text } = es.common.problems.unknown_merchant;
    await until(() => here.said !== '');
    watch.disconnect();
    expect([...said].filter((words) => words !== '')).to.deep.equal([`${title}. ${text}`]);
    expect(here.shown).to.contain(title);
  });
});
