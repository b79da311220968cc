import { expect } from '@open-wc/testing';
import { HandleStore } from '../../../widget/embed/handle-store.ts';

const key = 'soft-pull-checkout:pk_test:1';

describe('HandleStore', () => {
  const storage = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
  const store = new HandleStore('pk_test', '1');

  afterEach(() => {
    if (storage) Object.defineProperty(window, 'sessionStorage', storage);
    sessionStorage.clear();
    history.replaceState(null, '');
  });

  function refuseStorage(): void {
    Object.defineProperty(window, 'sessionStorage', {
      configurable: true,
      get() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  }

  it('keeps a handle in the session storage of the tab', () => {
    store.write('abc', true);
    expect(sessionStorage.getItem(key)).to.equal('abc');
    expect(store.read()).to.deep.equal({ resume: 'abc', source: 'storage', opens_forms: true });
    store.clear();
    expect(store.read()).to.equal(null);
  });

  it('remembers that a handle came by URL', () => {
    store.write('abc', false);
    expect(store.read()).to.deep.equal({ resume: 'abc', source: 'storage', opens_forms: false });
  });

  it('falls back to the history entry, beside what the page keeps there', () => {
    history.replaceState({ page: 3 }, '');
    refuseStorage();
    store.write('abc', true);
    expect(history.state).to.include({ page: 3 });
    expect(store.read()?.resume).to.equal('abc');
    store.clear();
    expect(store.read()).to.equal(null);
    expect(history.state).to.deep.equal({ page: 3 });
  });

  it('finds what a full storage did not take, and not what it had before', () => {
    store.write('before', true);
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    store.write('abc', true);
    Storage.prototype.setItem = setItem;
    expect(store.read()?.resume).to.equal('abc');
    store.write('later', true);
    expect(store.read()?.resume).to.equal('later');
    store.clear();
    expect(store.read()).to.equal(null);
  });
});
