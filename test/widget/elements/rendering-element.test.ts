import { expect } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit/html.js';
import { type Changes, RenderingElement } from '../../../widget/elements/rendering-element.ts';
import { css } from '../../../widget/styles/sheet.ts';

class Greeting extends RenderingElement {
  static override properties = ['name', 'mark'];
  static override styles = [css`p { color: rgb(1, 2, 3); }`];

  declare name: string;
  declare mark: string;
  readonly heard: string[] = [];
  renders = 0;
  /** Runs once, in the next update. */
  during: (() => void) | null = null;

  override willUpdate(changes: Changes): void {
    this.heard.push(`will ${[...changes].map((change) => change.join(' was ')).join()}`);
  }

  override render(): TemplateResult {
    this.renders++;
    if (this.name === 'nobody') throw new RangeError('no name');
    const { during } = this;
    this.during = null;
    during?.();
    return html`<p @click=${this.greet}>${this.name}${this.mark}</p>`;
  }

  override firstUpdated(): void {
    this.heard.push('first');
  }

  override updated(): void {
    this.heard.push('updated');
  }

  greet(): void {
    this.heard.push(`hello from ${this.name}`);
  }

  get text(): string {
    return this.renderRoot.textContent ?? '';
  }
}

class LoudGreeting extends Greeting {
  static override properties = [...Greeting.properties, 'volume'];
  declare volume: number;
}

customElements.define('test-greeting', Greeting);
customElements.define('test-loud-greeting', LoudGreeting);

describe('RenderingElement', () => {
  let greeting: Greeting;

  beforeEach(() => {
    greeting = document.createElement('test-greeting') as Greeting;
    greeting.name = 'Ada';
    greeting.mark = '!';
  });

  afterEach(() => {
    greeting.remove();
  });

  async function connected(): Promise<void> {
    document.body.append(greeting);
    await greeting.updateComplete;
  }

  it('draws nothing before it is connected, and then once', async () => {
    await Promise.resolve();
    expect(greeting.renders).to.equal(0);
    await connected();
    expect(greeting.text).to.equal('Ada!');
    expect(greeting.renders).to.equal(1);
    expect(greeting.heard).to.deep.equal(['will name was ,mark was ', 'first', 'updated']);
  });

  it('draws all changes of a moment at once, and says what was before the first of them', async () => {
    await connected();
    greeting.heard.length = 0;
    greeting.name = 'Bea';
    greeting.name = 'Cleo';
    greeting.mark = '?';
    expect(greeting.text).to.equal('Ada!');
    await greeting.updateComplete;
    expect(greeting.text).to.equal('Cleo?');
    expect(greeting.renders).to.equal(2);
    expect(greeting.heard).to.deep.equal(['will name was Ada,mark was !', 'updated']);
  });

  it('draws nothing for a value that it has', async () => {
    await connected();
    greeting.name = 'Ada';
    await greeting.updateComplete;
    expect(greeting.renders).to.equal(1);
  });

  it('keeps what it has drawn, and gives handlers the element', async () => {
    await connected();
    const paragraph = greeting.renderRoot.querySelector('p');
    greeting.name = 'Bea';
    await greeting.updateComplete;
    expect(greeting.renderRoot.querySelector('p')).to.equal(paragraph);
    paragraph?.click();
    expect(greeting.heard).to.contain('hello from Bea');
  });

  it('draws again for what changes while it draws its template', async () => {
    await connected();
    greeting.during = () => queueMicrotask(() => greeting.requestUpdate());
    greeting.requestUpdate();
    await greeting.updateComplete;
    await greeting.updateComplete;
    expect(greeting.renders).to.equal(3);
  });

  it('says that an update failed, and draws the next', async () => {
    await connected();
    greeting.name = 'nobody';
    const failure = await greeting.updateComplete.catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(RangeError);
    greeting.name = 'Bea';
    await greeting.updateComplete;
    expect(greeting.text).to.equal('Bea!');
  });

  it('wears its styles, and shares them', async () => {
    await connected();
    const paragraph = greeting.renderRoot.querySelector('p') as HTMLElement;
    expect(getComputedStyle(paragraph).color).to.equal('rgb(1, 2, 3)');
    const other = document.createElement('test-greeting') as Greeting;
    const [sheet] = greeting.renderRoot.adoptedStyleSheets;
    expect(other.renderRoot.adoptedStyleSheets).to.deep.equal([sheet]);
  });

  it('watches the properties of the class that it extends as well', async () => {
    const loud = document.createElement('test-loud-greeting') as LoudGreeting;
    document.body.append(loud);
    await loud.updateComplete;
    loud.volume = 11;
    await loud.updateComplete;
    loud.name = 'Bea';
    await loud.updateComplete;
    expect(loud.renders).to.equal(3);
    expect('volume' in greeting).to.equal(false);
    loud.remove();
  });

  it('takes its controllers along, whenever they are added', async () => {
    const heard: string[] = [];
    const controller = (name: string) => ({
      hostConnected: () => heard.push(`${name} connected`),
      hostDisconnected: () => heard.push(`${name} disconnected`),
      hostUpdated: () => heard.push(`${name} updated`),
    });
    greeting.addController(controller('early'));
    expect(heard).to.deep.equal([]);
    await connected();
    greeting.addController(controller('late'));
    greeting.remove();
    expect(heard).to.deep.equal([
      ...['early connected', 'early updated', 'late connected'],
      ...['early disconnected', 'late disconnected'],
    ]);
  });
});
