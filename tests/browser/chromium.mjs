// A headless Chromium, driven through chromedriver by the WebDriver protocol
// (https://www.w3.org/TR/webdriver2/): its clicks and keys are those of a reader, with all checks
// that the browser makes of what lies under the pointer.

import {spawn} from 'node:child_process';
import {accessSync, constants} from 'node:fs';
import {delimiter, join} from 'node:path';

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Codes of keys in WebDriver (section 17.4.2). */
export const keys = {
  tab: '\uE004', enter: '\uE007', shift: '\uE008', escape: '\uE00C', space: ' ',
  end: '\uE010', home: '\uE011', left: '\uE012', up: '\uE013', right: '\uE014', down: '\uE015',
};

function programIn(names) {
  for (const name of names) {
    for (const folder of process.env.PATH.split(delimiter)) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // It is in another folder, or nowhere.
      }
    }
  }
  return undefined;
}

const driverProgram = programIn(['chromedriver']);
const browserProgram = programIn(['chromium', 'chromium-browser', 'google-chrome']);

/** Why there is no browser, in a word; false where there is one. */
export const noBrowser = !driverProgram ? 'there is no chromedriver'
  : !browserProgram ? 'there is no chromium' : false;

/** Starts chromedriver on a port that is free; {url, stop()}. */
async function startDriver() {
  const driver = spawn(driverProgram, ['--port=0'], {stdio: ['ignore', 'pipe', 'ignore']});
  const port = await new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`chromedriver says only: ${said}`)), 30000);
    driver.on('exit', code => reject(new Error(`chromedriver ended with ${code}: ${said}`)));
    driver.stdout.on('data', text => {
      said += text;
      const found = /started successfully on port (\d+)/.exec(said);
      if (!found) return;
      clearTimeout(late);
      resolve(found[1]);
    });
  });
  return {url: `http://127.0.0.1:${port}`, stop: () => driver.kill()};
}

function capabilities({width, height}) {
  const args = [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--disable-extensions', '--disable-default-apps', '--host-resolver-rules=MAP * ~NOTFOUND',
    '--force-color-profile=srgb', '--lang=en', `--window-size=${width},${height}`,
  ];
  return {
    browserName: 'chrome',
    'goog:chromeOptions': {binary: browserProgram, args},
    'goog:loggingPrefs': {browser: 'ALL', performance: 'ALL'},
  };
}

export class Browser {
  /** Options: width and height of the window. */
  static async start(options = {}) {
    const browser = new Browser();
    browser.driver = await startDriver();
    const size = {width: 1280, height: 900, ...options};
    const body = {capabilities: {alwaysMatch: capabilities(size)}};
    try {
      const response = await browser.send('POST', `${browser.driver.url}/session`, body);
      browser.session = `${browser.driver.url}/session/${response.sessionId}`;
    } catch (error) {
      browser.driver.stop();
      throw error;
    }
    return browser;
  }

  async send(method, url, body) {
    const answer = await fetch(url, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {'content-type': 'application/json; charset=utf-8'},
    });
    const {value} = await answer.json();
    if (value && value.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }

  get(path) {
    return this.send('GET', `${this.session}/${path}`);
  }

  post(path, body = {}) {
    return this.send('POST', `${this.session}/${path}`, body);
  }

  async stop() {
    try {
      await this.send('DELETE', this.session);
    } finally {
      this.driver.stop();
    }
  }

  open(url) {
    return this.post('url', {url});
  }

  /** Runs statements in the page, `arguments` are args; the answer is what they return. */
  run(statements, ...args) {
    return this.post('execute/sync', {script: statements, args});
  }

  /** Runs statements that call the last of `arguments` with the answer. */
  wait(statements, ...args) {
    return this.post('execute/async', {script: statements, args});
  }

  /** The first element that a selector of CSS finds; throws where there is none. */
  async find(selector) {
    return (await this.post('element', {using: 'css selector', value: selector}))[elementKey];
  }

  /** Clicks in the middle of an element, a selector or one from run(), that lies on top there. */
  async click(target) {
    const element = typeof target === 'string' ? await this.find(target) : target[elementKey];
    await this.post(`element/${element}/click`);
  }

  /** Types keys one after the other, `held` pressed all the while. */
  press(pressed, held = []) {
    const down = value => ({type: 'keyDown', value}), up = value => ({type: 'keyUp', value});
    const actions = [...held.map(down), ...[...pressed].flatMap(key => [down(key), up(key)]),
      ...held.map(up)];
    return this.post('actions', {actions: [{type: 'key', id: 'keyboard', actions}]});
  }

  /** Sets the content of a field as a reader does, by typing. */
  async type(selector, text) {
    const element = await this.find(selector);
    await this.post(`element/${element}/clear`);
    await this.post(`element/${element}/value`, {text});
  }

  /** The role and the name that a screen reader is given of an element from run(). */
  async announced(target) {
    const element = target[elementKey];
    const role = await this.get(`element/${element}/computedrole`);
    return {role, label: await this.get(`element/${element}/computedlabel`)};
  }

  /** A command of the protocol of the developer tools. */
  tools(cmd, params) {
    return this.post('goog/cdp/execute', {cmd, params});
  }

  /** The size of the page, as on a device of this size. */
  resize(width, height, scale = 1) {
    return this.tools('Emulation.setDeviceMetricsOverride',
      {width, height, deviceScaleFactor: scale, mobile: false});
  }

  /** What pages ask about the reader's wishes: {'prefers-color-scheme': 'dark'}. */
  prefer(features) {
    const all = Object.entries(features).map(([name, value]) => ({name, value}));
    return this.tools('Emulation.setEmulatedMedia', {media: '', features: all});
  }

  /** Messages of the console since the last call, without those of the developer tools. */
  async console() {
    const entries = await this.post('se/log', {type: 'browser'});
    return entries.map(({level, message}) => `${level}: ${message}`);
  }

  /** Addresses that were requested since the last call. */
  async requests() {
    const entries = await this.post('se/log', {type: 'performance'});
    return entries.map(({message}) => JSON.parse(message).message)
      .filter(({method}) => method === 'Network.requestWillBeSent')
      .map(({params}) => params.request.url);
  }

  /** A picture of what is seen, as PNG. */
  async screenshot() {
    return Buffer.from(await this.get('screenshot'), 'base64');
  }
}
