// The page's one Python: a worker that starts when it is first wanted and does one job after another.
const LIMIT = 30; // seconds that a program may run
const SLOW = 5; // seconds after which a wait is explained
const PATIENCE = 60; // seconds without a file arriving, after which a start is given up

const engine = {
  worker: null,
  started: null, // a promise while it starts and when it is ready
  ready: false,
  damaged: false, // the last start failed: do not trust what the browser has kept of the files
  jobs: [], // the first one runs, the others wait

  start() {
    this.started ??= this.load().catch((error) => {
      this.damaged = true;
      this.end();
      throw error;
    });
    return this.started;
  },

  async load() {
    const { worker: name, integrity } = page.engine;
    const file = new URL(name, page.folder);
    const cache = this.damaged ? "reload" : "default";
    // A worker that misses half its text may stay silent for ever, so look at it first.
    const whole = await fetch(file, { integrity: integrity[name], cache }).catch(() => null);
    if (!whole?.ok) throw new Error(`${name} did not arrive whole`);
    const worker = new Worker(file, { type: "module" });
    this.worker = worker;
    await new Promise((resolve, reject) => {
      let patience;
      const wait = () => {
        clearTimeout(patience);
        patience = setTimeout(() => reject(new Error("nothing arrives any more")), PATIENCE * 1000);
      };
      wait();
      worker.onerror = (event) => reject(new Error(event.message || `${name} could not be started`));
      worker.onmessage = ({ data }) => {
        if (data.arrived) return wait();
        clearTimeout(patience);
        if (data.failed) return reject(new Error(data.failed));
        this.ready = true;
        this.damaged = false;
        worker.onmessage = ({ data }) => this.worker === worker && this.hear(data);
        worker.onerror = () => this.worker === worker && this.hear({ failed: "it stopped" });
        resolve();
      };
      worker.postMessage({ ...page.engine, folder: page.folder.href, cache });
    });
  },

  // A job has a program and a check, and is told what happens by: progress, clear, write, finish.
  run(job) {
    this.jobs.push(job);
    if (this.jobs[0] === job) this.next();
    else job.progress("waiting", "Waiting for another program to end…");
  },

  async next() {
    const [job] = this.jobs;
    if (!job) return;
    const asked = () => this.jobs[0] === job;
    job.progress("starting", "Starting Python…");
    const slow = setTimeout(
      () => asked() && job.say("Python is still being fetched: a few megabytes, once."),
      SLOW * 1000,
    );
    try {
      await this.start();
    } catch (error) {
      if (asked())
        this.done({
          failed: `Python could not be started: ${error.message}. Check the connection, then press Run again.`,
        });
      return;
    } finally {
      clearTimeout(slow);
    }
    if (!asked()) return;
    job.progress("running", "Running…");
    job.limit = setTimeout(() => {
      this.restart();
      this.done({
        failed: `The program was stopped after ${LIMIT} seconds. Does a loop never end, or has it far to go?`,
      });
    }, LIMIT * 1000);
    this.worker.postMessage({ program: job.program, check: job.check });
  },

  hear(data) {
    const [job] = this.jobs;
    if (data.failed) {
      this.end();
      if (job) this.done({ failed: `Python has stopped: ${data.failed}. Press Run to start it again.` });
    } else if (!job || data.arrived) return;
    else if (data.clear) job.clear();
    else if (data.text !== undefined) job.write(data.text, data.error);
    else this.done(data);
  },

  stop(job) {
    if (this.jobs[0] !== job) {
      this.jobs = this.jobs.filter((other) => other !== job);
      job.finish({ stopped: true });
      return;
    }
    if (this.ready) this.restart();
    this.done({ stopped: true });
  },

  done(result) {
    const job = this.jobs.shift();
    clearTimeout(job.limit);
    job.finish(result);
    this.next();
  },

  restart() {
    this.end();
    this.start().catch(() => {}); // the next Run says so
  },

  end() {
    this.worker?.terminate();
    this.worker = this.started = null;
    this.ready = false;
  },
};
