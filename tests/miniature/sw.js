const version = "__VERSION__", files = __FILES__;
