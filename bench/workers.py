"""Python in a worker of a page, as the page itself runs it, for benchmarks."""

from playwright.async_api import Page

WORKER = """async ([base, code]) => {
  const files = await (await fetch(base + "files.json")).json();
  const text = `import { loadPyodide } from "${base}pyodide.mjs";
    onmessage = async ({ data: { files, code } }) => {
      const began = performance.now();
      const python = await loadPyodide({ indexURL: "${base}", lockFileContents: files.lock });
      const loaded = performance.now() - began;
      if (!code) return postMessage([loaded, ""]);
      for (const name of files.packages)
        python.unpackArchive(await (await fetch("${base}" + name)).arrayBuffer(), "zip", { extractDir: "/here" });
      python.runPython("import sys; sys.path.insert(0, '/here')");
      postMessage([loaded, python.runPython(code)]);
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(event.message);
    worker.postMessage({ files, code });
  });
}"""


async def in_worker(page: Page, url: str, code: str = "") -> tuple[float, str]:
    """How many milliseconds `loadPyodide()` took, and what a piece of Python that uses the engine came to, as text."""
    version = await page.evaluate("document.documentElement.dataset.version")
    loaded, result = await page.evaluate(WORKER, [f"{url}/engine/{version}/", code])
    return float(loaded), str(result)
