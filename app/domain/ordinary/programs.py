"""Ordinary lines of training runs, notebooks and programs at work, and of people who ask; invented."""

LINES = """
Epoch 1/10
Epoch [3/10], Step [100/600], Loss: 0.4512
1875/1875 [==============================] - 4s 2ms/step - loss: 0.2961 - accuracy: 0.9133 - val_loss: 0.1421
  0%|          | 0/1000 [00:00<?, ?it/s]
 42%|####2     | 420/1000 [00:12<00:17, 33.10it/s]
{'loss': 1.9021, 'grad_norm': 0.81, 'learning_rate': 4.9e-05, 'epoch': 0.12}
{'train_runtime': 812.2, 'train_samples_per_second': 12.1, 'train_loss': 1.21, 'epoch': 3.0}
Loading checkpoint shards: 100%|##########| 4/4 [00:08<00:00,  2.10s/it]
Downloading shards: 100%|##########| 2/2 [00:01<00:00,  1.40it/s]
trainable params: 4,194,304 || all params: 6,742,609,920 || trainable%: 0.0622
INFO 03-02 08:00:01 config.py:510] This model supports multiple tasks: {'generate', 'embed'}. Defaulting to 'generate'.
INFO 03-02 08:00:02 model_runner.py:1110] Starting to load model acme/tiny-7b...
INFO 03-02 08:00:09 worker.py:241] Memory profiling takes 4.10 seconds
INFO 03-02 08:00:10 executor_base.py:110] # CUDA blocks: 27443, # CPU blocks: 2048
INFO 03-02 08:00:12 metrics.py:455] Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 41.2 tokens/s, Running: 1 reqs
[2026-03-02 08:00:02 TP0] Load weight begin. avail mem=78.51 GB
[2026-03-02 08:00:09 TP0] Load weight end. type=LlamaForCausalLM, dtype=torch.bfloat16, avail mem=63.20 GB
[2026-03-02 08:00:20 TP0] Capture cuda graph begin. This can take up to several minutes.
[2026-03-02 08:00:31] The server is fired up and ready to roll!
[2026-03-02 08:00:41 TP0] Prefill batch. #new-seq: 1, #new-token: 7, #cached-token: 0, token usage: 0.00
NCCL version 2.21.5+cuda12.4
node-1:812:812 [0] NCCL INFO Bootstrap : Using eth0:192.0.2.7<0>
[rank0]: Using the process group backend nccl, world size is 8
Number of parameters of the model: 6,738,415,616
Using device: cuda:0
GPU available: True (cuda), used: True
TPU available: False, using: 0 TPU cores
Mixed precision training is enabled
Saving model checkpoint to ./out/checkpoint-500
Model weights saved in ./out/checkpoint-500/model.safetensors
Configuration saved in ./out/config.json
tokenizer config file saved in ./out/tokenizer_config.json
Resuming training from checkpoint at step 500
Early stopping: the metric did not improve in the last 10 epochs
Best value so far: 0.912 at trial 12
Dataset loaded with 12,000 rows and 9 columns
Splitting the data into train and test sets, 80 % and 20 %
Map: 100%|##########| 12000/12000 [00:02<00:00, 4811.10 examples/s]
Found 60000 validated image filenames belonging to 10 classes.
The input has 3 columns, the output has 1 column
The shape of the input is (32, 128), the shape of the output is (32, 10)
Values were normalized to the range from 0 to 1
Number of missing values in column price: 12
Column names were changed to lower case
The data type of the column was set to float64
SettingWithCopy is not used here, the frame was copied
Reading 12 files from the input directory
Writing the results to output.csv
Wrote 812 rows to the table orders
Skipping 3 rows without a valid date
No matching records were found for the given filter
No input files were specified, reading from standard input
Using the default configuration
Using configuration file /etc/tool/config.yml
Option --fast is not set, using the default method
The value of the setting is true by default
The argument is optional and its default is none
Please select one of the following options:
Please wait while the index is created
Are you sure you want to continue (yes/no)?
Press any key to continue
Type "help", "copyright", "credits" or "license" for more information.
Python 3.11.9 (main, Apr  2 2026, 08:00:00) [GCC 13.2.0] on linux
[I 08:00:01.101 NotebookApp] Serving notebooks from local directory: /home/user
[I 08:00:02.101 NotebookApp] Kernel started: 1f2e3d4c, name: python3
[I 08:00:03.101 NotebookApp] Saving file at /analysis.ipynb
usage: tool [-h] [--fast] [--config FILE] input
tool: 812 files processed, 0 failed, 3 skipped
Total: 812 passed: 809 failed: 0 missing: 3
Elapsed time: 12.4 seconds
Connected to the server, waiting for the first message
Sending 100 requests with a concurrency of 10
Received 100 responses, all of them valid
The connection was closed by the client
User alice has been added to the group admins
User alice does not have a profile picture yet
The order was created and will be sent to the customer
The request is not cached, fetching it from the server
The file is empty, nothing to import
The index is out of date and will be rebuilt
The key was found in the cache
The cluster has 3 nodes, all nodes are available
The job must be approved before it can run
The password must have 8 characters or more
Only administrators can change this setting
This feature is only available in the paid plan
This field is required
This page could not be found
This version is no longer supported, please update to the latest version
This call is made once for each element of the list
Support for the new format will be added in the next release
There are no more items to show
Nothing was changed
Done, all good
How can I set the default value of a field when the form is empty?
How do I install the package without the optional dependencies?
Is it possible to use a different type for the key of the mapping?
Why is the value of the variable not updated after the function was called?
What is the difference between a list and a tuple in this case?
I want to read the file line by line, but only the first line is returned.
I have set the environment variable and the server still uses the default path.
I get no output at all when I run the script with the same arguments.
It works when I pass a string, and it does not work with an integer.
The documentation says that the argument must be a list of strings.
The same code works on my machine, with the same version of Python.
Each worker needs its own connection, so the number of connections must be at least the number of workers.
We use one configuration file for all environments, and the values are set by the deployment.
Could you please provide more details, the version that you use and the full output?
Thanks, that was it: I had to specify the type of the column.
Steps to reproduce: install the package, create an empty project, run the command.
Expected behaviour: the request is accepted. Actual behaviour: no response is received.
"""
